metadata description = 'One storage account: the app\'s tables, the Functions host\'s blobs and queues, the deployed package. No account keys.'

@description('Name of the storage account.')
param name string

@description('Name of the container that holds the deployed package.')
param deploymentContainerName string

@description('How often what is stored is there: in one place (LRS), or in three zones of the region (ZRS).')
@allowed(['Standard_LRS', 'Standard_ZRS'])
param redundancy string

@description('Region.')
param location string

@description('Tags.')
param tags object

resource account 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: name
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: { name: redundancy }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    networkAcls: {
      bypass: 'AzureServices'
      defaultAction: 'Allow'
    }
  }

  resource blobs 'blobServices' = {
    name: 'default'

    resource deployments 'containers' = {
      name: deploymentContainerName
      properties: { publicAccess: 'None' }
    }
  }

  resource queues 'queueServices' = {
    name: 'default'
  }

  resource tables 'tableServices' = {
    name: 'default'
  }
}

@description('Name of the storage account.')
output name string = account.name

@description('Where the app keeps its tables.')
output tableEndpoint string = account.properties.primaryEndpoints.table

@description('Where the files that people bring along are kept.')
output blobEndpoint string = account.properties.primaryEndpoints.blob

@description('Where the platform fetches the deployed package.')
output deploymentContainerUrl string = '${account.properties.primaryEndpoints.blob}${deploymentContainerName}'
