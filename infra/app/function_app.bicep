metadata description = 'The function app on a Flex Consumption plan of its own.'

@description('Name of the function app.')
param name string

@description('Name of the plan.')
param planName string

@description('Resource ids of the identities: of the app, of the Functions host, and of what fetches the package.')
param identityIds object

@description('Blob container that holds the deployed package.')
param deploymentContainerUrl string

@description('Requests that one instance works on at once before another is started.')
param httpConcurrency int

@description('Subnet that the app\'s calls leave from; empty where there is no private network.')
param subnetId string

@description('Workspace that figures go to.')
param workspaceId string

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
    userAssignedIdentities: {
      '${identityIds.app}': {}
      '${identityIds.host}': {}
      '${identityIds.package}': {}
    }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    clientAffinityEnabled: false
    keyVaultReferenceIdentity: identityIds.app
    virtualNetworkSubnetId: empty(subnetId) ? null : subnetId
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
            userAssignedIdentityResourceId: identityIds.package
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

// Figures only: the host's log lines are in Application Insights already, and would be paid for twice.
resource told 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'operators'
  scope: app
  properties: {
    workspaceId: workspaceId
    metrics: [{ category: 'AllMetrics', enabled: true }]
  }
}

@description('Name of the function app.')
output name string = app.name

@description('Host name it answers on.')
output hostName string = app.properties.defaultHostName
