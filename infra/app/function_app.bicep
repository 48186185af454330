metadata description = 'The function app on a Flex Consumption plan of its own.'

@description('Name of the function app.')
param name string

@description('Name of the plan.')
param planName string

@description('Resource id of the identity the app acts under.')
param identityId string

@description('Blob container that holds the deployed package.')
param deploymentContainerUrl string

@description('Memory of one instance in MB.')
param instanceMemoryMB int

@description('Ceiling on instances.')
param maximumInstanceCount int

@description('Instances kept warm in each of the HTTP and durable scale groups.')
param alwaysReadyInstances int

@description('Region.')
param location string

@description('Tags.')
param tags object

// An open event stream occupies a slot, so the Python default of one would bill an instance per reader.
// host.json allows as many requests as this.
var httpConcurrency = 200

resource plan 'Microsoft.Web/serverfarms@2024-04-01' = {
  name: planName
  location: location
  tags: tags
  kind: 'functionapp'
  sku: {
    name: 'FC1'
    tier: 'FlexConsumption'
  }
  properties: { reserved: true }
}

resource app 'Microsoft.Web/sites@2024-04-01' = {
  name: name
  location: location
  tags: union(tags, { 'azd-service-name': 'api' })
  kind: 'functionapp,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: { '${identityId}': {} }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    clientAffinityEnabled: false
    keyVaultReferenceIdentity: identityId
    siteConfig: { minTlsVersion: '1.2' }
    functionAppConfig: {
      runtime: {
        name: 'python'
        version: '3.11'
      }
      deployment: {
        storage: {
          type: 'blobContainer'
          value: deploymentContainerUrl
          authentication: {
            type: 'UserAssignedIdentity'
            userAssignedIdentityResourceId: identityId
          }
        }
      }
      scaleAndConcurrency: {
        instanceMemoryMB: instanceMemoryMB
        maximumInstanceCount: maximumInstanceCount
        alwaysReady: alwaysReadyInstances == 0 ? [] : [
          {
            name: 'http'
            instanceCount: alwaysReadyInstances
          }
          {
            name: 'durable'
            instanceCount: alwaysReadyInstances
          }
        ]
        triggers: {
          http: { perInstanceConcurrency: httpConcurrency }
        }
      }
    }
  }
}

// Passwords to publish with are for nobody: azd deploys by its user's identity.
resource withoutPasswords 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-04-01' = [for way in ['ftp', 'scm']: {
  parent: app
  name: way
  properties: { allow: false }
}]

@description('Name of the function app.')
output name string = app.name

@description('Host name it answers on.')
output hostName string = app.properties.defaultHostName
